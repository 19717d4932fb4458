package psr.cluster;

import java.io.IOException;
import java.util.concurrent.Callable;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/**
 * A request from one member to another, as bytes: the only serialized type of ours. At its destination it looks up the
 * desk that answers. Never throws: errors are answers, too.
 */
final class Order implements Callable<byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {

    /** The id of the serialization factory; unique in this process. */
    static final int FACTORY = 1707;
    /** The key of the desk in a member's user context. */
    static final String DESK = "psr.desk";

    private static final int CLASS = 1;

    /** Answers requests. */
    interface Desk {

        /** Answers a request; never throws. */
        byte[] answer(byte[] question);
    }

    private byte[] question;
    private HazelcastInstance here;

    /** An order to be deserialized. */
    Order() {}

    Order(byte[] question) {
        this.question = question;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        this.here = instance;
    }

    @Override
    public byte[] call() {
        return here.getUserContext().get(DESK) instanceof Desk desk ? desk.answer(question) : new byte[0];
    }

    @Override
    public int getFactoryId() {
        return FACTORY;
    }

    @Override
    public int getClassId() {
        return CLASS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByteArray(question);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        question = in.readByteArray();
    }
}
